import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'

/** How answers are written: by a function for each shape, made when it is first wanted. At home most never are. */
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
