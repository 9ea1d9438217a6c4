import type { RequestListener } from 'node:http'

const methods: readonly unknown[] = ['PATCH', 'DELETE', 'HEAD']

/**
 * Takes `X-HTTP-Method-Override` as the method of a POST to an upload, and nowhere else (tus 1.0.0, "The Server MUST
 * interpret"). Before the framework, so that each of its guards sees the method that is meant.
 */
export function overrideMethods(handle: RequestListener, apiRoot: string): RequestListener {
  const uploads = `${apiRoot}/uploads/`
  return (request, response) => {
    const { method, url = '', headers } = request
    if (method === 'POST' && url.startsWith(uploads)) {
      const meant = headers['x-http-method-override']
      if (methods.includes(meant)) request.method = meant as string
    }
    handle(request, response)
  }
}
