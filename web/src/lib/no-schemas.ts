/** Replaces the schema library in the build (an alias of vite.config.ts): the server checks, the app needs no schema. */
const noSchemas: Record<string, () => object> = new Proxy({}, { get: () => () => ({}) })

// oxlint-disable-next-line import/no-default-export -- as the library
export default noSchemas
