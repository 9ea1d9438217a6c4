/** The server's wings, each knowing those after it only. */
export const wings = [
  'operations',
  'exchange',
  'listening',
  'catalogue',
  'media',
  'people',
  'jobs',
  'processes',
  'http',
  'egress',
  'db',
  'config',
]

const serverLayers = [
  /^server\/src\/(main|start)\./,
  /^server\/src\/app\./,
  ...wings.slice(0, wings.indexOf('egress')).map((wing) => new RegExp(`^server/src/${wing}/`)),
  /^server\/src\/deps\./,
  /^server\/src\/egress\//,
  /^server\/src\/db\//,
  /^server\/src\/(config\/|errors\.)/,
]
const webLayers = [
  /^web\/src\/[^/]+\.tsx?$/,
  /^web\/src\/routes\//,
  /^web\/src\/features\//,
  /^web\/src\/ui\//,
  /^web\/src\/lib\//,
]

export const featureOrder = ['shell', 'back-office', 'catalogue', 'library', 'player', 'auth']

export function upwards(from: string, to: string): boolean {
  return [serverLayers, webLayers].some((layers) => {
    const rank = (path: string) => layers.findIndex((layer) => layer.test(path))
    return rank(to) >= 0 && rank(to) < rank(from)
  })
}

export function workspaceOf(path: string): string | undefined {
  return path.split('/')[0]
}

export function domainOf(path: string): string | undefined {
  return /^server\/src\/([^/]+\/[^/]+)\//.exec(path)?.[1]
}

export function featureOf(path: string): string | undefined {
  return /^web\/src\/features\/([^/]+)\//.exec(path)?.[1]
}

export function featureRank(path: string): number {
  return featureOrder.indexOf(featureOf(path) ?? '')
}
