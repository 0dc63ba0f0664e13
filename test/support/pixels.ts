import sharp from 'sharp';

/** Returns by how much a color channel of two pictures differs at most, from 0 to 255. Throws if one is larger than the other. */
export async function largestDifference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((png) => sharp(png).raw().toBuffer({ resolveWithObject: true })));
  if (a!.info.width !== b!.info.width || a!.info.height !== b!.info.height)
    throw new Error(`one picture has ${a!.info.width} by ${a!.info.height} pixels, the other ${b!.info.width} by ${b!.info.height}`);
  return a!.data.reduce((largest, value, index) => Math.max(largest, Math.abs(value - b!.data[index]!)), 0);
}
