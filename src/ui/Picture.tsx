/** A picture made at build: a srcset for each of two formats, the largest size, and the alternative text. */
export interface PictureSource {
  avif: string;
  webp: string;
  src: string;
  width: number;
  height: number;
  alt: string;
  sizes: string;
}

/** A picture. Its width and height reserve its space, so that nothing shifts; it is loaded when it is about to come into view. */
export function Picture({ picture, className }: { picture: PictureSource; className?: string | undefined }) {
  const { avif, webp, src, width, height, alt, sizes } = picture;
  return (
    <picture className={className}>
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      <img src={src} srcSet={webp} sizes={sizes} width={width} height={height} alt={alt} loading="lazy" decoding="async" />
    </picture>
  );
}
