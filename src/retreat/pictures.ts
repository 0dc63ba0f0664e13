import { preparePicture } from '../content/pictures.ts';
import type { RetreatContent } from '../content/schemas/retreat.ts';

/**
 * The pictures of the page in the widths that their places have, from a phone to a wide screen of double density. The drawings lose nothing
 * at half of a phone's third density, so the phone's `sizes` are given smaller than they are: it takes the next smaller file.
 */
export async function retreatPictures({ testimonials, guestSpeaker, hosts, gallery }: RetreatContent) {
  const [voices, portrait, cover, portraits, views] = await Promise.all([
    Promise.all(testimonials.pictures.map((each) => preparePicture(each, [240, 400, 560, 800], '(width >= 44rem) 25rem, 60vw'))),
    preparePicture(guestSpeaker.portrait, [280, 400, 560, 900], '(width >= 60rem) 34rem, 60vw'),
    preparePicture(guestSpeaker.book.cover, [120, 180, 280, 560], '(width >= 60rem) 17rem, 28vw'),
    Promise.all(hosts.hosts.map((each) => preparePicture(each.portrait, [200, 320, 480, 720, 900], '(width >= 80rem) 39rem, 45vw'))),
    Promise.all(gallery.pictures.map((each) => preparePicture(each, [320, 480, 640, 960, 1200], '(width >= 58rem) 45rem, 60vw'))),
  ]);
  return { voices, portrait, cover, portraits, views };
}
