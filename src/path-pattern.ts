/** The names of the parameters in a pattern: `'/status/:token'` has `'token'`. */
type ParameterNames<Pattern extends string> = Pattern extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | ParameterNames<`/${Rest}`>
  : Pattern extends `${string}/:${infer Name}.${string}`
    ? Name
    : Pattern extends `${string}/:${infer Name}`
      ? Name
      : never;

/**
 * What a parameter may hold, by its name: a regular expression in the syntax of find-my-way, the router of Fastify. A token has 43
 * characters or more; a mail program that cuts a link off leaves any number of them, and its page says so.
 */
const constraints: Record<string, string> = { token: String.raw`[\w-]{1,100}`, formId: String.raw`[\w-]+`, slug: '[a-z0-9-]+' };

/** An address with parameters: one pattern from which its route is registered and links to it are built. */
interface AddressPattern<Name extends string> {
  /** Returns the address with its parameters, in their order in the pattern. */
  (...values: string[]): string;
  /** The pattern as Fastify takes it, with a constraint for each parameter. */
  route: string;
  /** Only the type of the parameters: `FastifyRequest<{ Params: typeof path.params }>`. */
  params: Record<Name, string>;
}

/** Returns a typed path from a pattern such as `'/status/:token'`. */
export function path<const Pattern extends string>(pattern: Pattern): AddressPattern<ParameterNames<Pattern>> {
  const build = (...values: string[]) => {
    const rest = [...values];
    return pattern.replaceAll(/:\w+/gu, () => rest.shift() ?? '');
  };
  const route = pattern.replaceAll(
    /:(\w+)/gu,
    (parameter, name: string) => `${parameter}(^${constraints[name]}${isLast(pattern, parameter) ? '$' : ''})`,
  );
  return Object.assign(build, { route, params: {} as Record<ParameterNames<Pattern>, string> });
}

const isLast = (pattern: string, parameter: string) => pattern.endsWith(parameter) || pattern.includes(`${parameter}/`);

/** Returns a route's pattern without its constraints, as the log and the metrics show it. */
export const shownRoute = (route: string): string => route.replaceAll(/\(\^[^)]*\)/gu, '');
