import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'

/** Compiles serializers lazily: most routes of a small installation are never called. */
export const buildSerializer: ReturnType<typeof SerializerSelector> = (sharedSchemas, options) => {
  const compile = SerializerSelector()(sharedSchemas, options)
  return (route) => {
    let serialize: ReturnType<typeof compile> | undefined
    return (value: unknown) => {
      serialize ??= compile(route)
      return serialize(value)
    }
  }
}
