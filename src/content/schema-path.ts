import { z } from 'zod';

/** The keys and indexes that lead to a value in the data of a file. */
export type ValuePath = readonly (string | number)[];

/** Returns the value at a path; undefined if there is none. */
export function valueAt(data: unknown, path: ValuePath): unknown {
  let value = data;
  for (const key of path) value = (value as Record<string | number, unknown> | null | undefined)?.[key];
  return value;
}

/** Returns the schema of what a file holds: without what makes it optional, and without values that are derived from it. */
export function unwrapSchema(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return unwrapSchema(schema.unwrap() as z.core.$ZodType);
  return schema instanceof z.ZodPipe ? unwrapSchema(schema.in) : schema;
}

/** Returns the unwrapped schema at a path; undefined if the schema has no such field. */
export function schemaAt(schema: z.core.$ZodType, path: ValuePath): z.core.$ZodType | undefined {
  const type = unwrapSchema(schema);
  const [key, ...rest] = path;
  if (key === undefined) return type;
  let inner: z.core.$ZodType | undefined;
  if (type instanceof z.ZodArray) inner = type.element as z.core.$ZodType;
  else if (type instanceof z.ZodObject) inner = (type.shape as Record<string, z.core.$ZodType>)[key];
  return inner && schemaAt(inner, rest);
}
