/**
 * Stands in for the schema library in the browser build (see the alias in vite.config.ts). The web app uses
 * the contract's endpoints for their method, their path and their types only; what their schemas would check
 * is checked by the server. So every builder is a function that returns an empty schema.
 */
const noSchemas: Record<string, () => object> = new Proxy({}, { get: () => () => ({}) })

// oxlint-disable-next-line import/no-default-export -- it replaces a library that is imported by default
export default noSchemas
