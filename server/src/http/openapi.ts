import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/** The OpenAPI 3.1 document is made from the routes' own schemas. To be registered before the routes. */
export async function registerOpenApi(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Earmark',
        version: '0.1.0',
        description:
          'Audio books and podcasts. Every status of 400 or more has a body `[{ code, description, field? }]`.',
        license: { name: 'MIT' },
      },
      servers: [{ url: config.publicUrl }],
    },
  })
}

/** `/openapi.json` and the browsable `/docs`, below the API root. */
export async function registerApiDocs(app: FastifyInstance): Promise<void> {
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger())
  // Loaded late: it is large, and a listener's server need not wait for it.
  const { default: swaggerUi } = await import('@fastify/swagger-ui')
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: true, logLevel: 'warn' })
}
