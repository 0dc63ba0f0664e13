import { preparePicture } from '../content/pictures.ts';
import type { RetreatContent } from '../content/schemas/retreat.ts';

/**
 * The pictures of the page in the widths that their places have, from a phone to a wide screen of double density. A phone has more pixels
 * than the eye can resolve: its `sizes` are smaller than the place, so that it fetches about one and a half image pixels for each CSS
 * pixel, not two or three.
 */
export async function retreatPictures({ testimonials, guestSpeaker, hosts, gallery }: RetreatContent) {
  const [voices, portrait, cover, hostsWithPortraits, slides] = await Promise.all([
    Promise.all(testimonials.pictures.map((each) => preparePicture(each, [240, 400, 800], '(width >= 44rem) 25rem, 44vw'))),
    preparePicture(guestSpeaker.portrait, [280, 560, 900], '(width >= 60rem) 34rem, 50vw'),
    preparePicture(guestSpeaker.book.cover, [120, 240, 480], '(width >= 60rem) 15rem, (width >= 34rem) 36vw, 22vw'),
    Promise.all(
      hosts.hosts.map(async (each) => ({
        ...each,
        portrait: await preparePicture(each.portrait, [320, 480, 900], '(width >= 80rem) 39rem, 44vw'),
      })),
    ),
    Promise.all(
      gallery.pictures.map(async (each) => ({
        caption: each.caption,
        picture: await preparePicture(each, [480, 720, 1200], '(width >= 58rem) 45rem, 55vw'),
      })),
    ),
  ]);
  return { voices, portrait, cover, hosts: hostsWithPortraits, slides };
}
