import compilers, { type SerializerFactory } from '@fastify/fast-json-stringify-compiler'

/**
 * Compiles the serializer of each schema once, however many routes and statuses answer it. All failures have the same
 * one, and compiling it for each would be a fifth of a start's work.
 */
export function compileSerializersOnce(): SerializerFactory {
  const factory = compilers()
  return (...options) => {
    const compile = factory(...options)
    const compiled = new Map<unknown, ReturnType<typeof compile>>()
    return (route) => {
      const serializer = compiled.get(route.schema) ?? compile(route)
      compiled.set(route.schema, serializer)
      return serializer
    }
  }
}
