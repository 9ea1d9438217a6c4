import { startShipped } from '../http/shipped-server.ts'

/** A data directory with the sample catalogue, made as a newcomer's first start makes it. */
export async function makeSampleData(dataDir: string): Promise<string> {
  const server = await startShipped(dataDir, { firstPath: '/health/ready', sampleCatalogue: true })
  await server.stop()
  return dataDir
}
