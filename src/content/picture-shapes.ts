/** A shape, width to height. */
export interface Shape {
  width: number;
  height: number;
}

/** The shapes of the places of pictures, by their file in content/ and the last part of their field. */
const shapes: [file: RegExp, field: RegExp, width: number, height: number][] = [
  [/\/gallery\.yaml$/u, /^pictures/u, 4, 3],
  [/\/testimonials\.yaml$/u, /^pictures/u, 9, 11],
  [/\/hosts\.yaml$/u, /portrait$/u, 9, 11],
  [/\/guest-speaker\.yaml$/u, /^portrait$/u, 9, 11],
  [/\/guest-speaker\.yaml$/u, /cover$/u, 2, 3],
  [/(?:^|\/)speaker-series\//u, /portrait$/u, 1, 1],
];

/** Returns the shape that a picture must have at a place; undefined if any shape fits. */
export function shapeAt(file: string, field: string): Shape | undefined {
  const [, , width, height] = shapes.find(([inFile, inField]) => inFile.test(file) && inField.test(field)) ?? [];
  return width && height ? { width, height } : undefined;
}
