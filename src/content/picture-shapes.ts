/** A shape, width to height. */
export interface Shape {
  width: number;
  height: number;
}

/** The shapes of the places of pictures, by their file in content/ and the last part of their field. */
const shapes: { file: RegExp; field: RegExp; shape: Shape }[] = [
  { file: /\/gallery\.yaml$/u, field: /^pictures/u, shape: { width: 4, height: 3 } },
  { file: /\/testimonials\.yaml$/u, field: /^pictures/u, shape: { width: 9, height: 11 } },
  { file: /\/hosts\.yaml$/u, field: /portrait$/u, shape: { width: 9, height: 11 } },
  { file: /\/guest-speaker\.yaml$/u, field: /^portrait$/u, shape: { width: 9, height: 11 } },
  { file: /\/guest-speaker\.yaml$/u, field: /cover$/u, shape: { width: 2, height: 3 } },
  { file: /(?:^|\/)speaker-series\//u, field: /portrait$/u, shape: { width: 1, height: 1 } },
];

/** Returns the shape that a picture must have at a place; undefined if any shape fits. */
export const shapeAt = (file: string, field: string): Shape | undefined =>
  shapes.find((place) => place.file.test(file) && place.field.test(field))?.shape;
