// Where a file lives: the rooms of the house that the arrows run between, outermost first.

/** The server's wings, from the one that knows most to the one that knows least. */
export const wings = [
  'operations',
  'exchange',
  'listening',
  'catalogue',
  'media',
  'people',
  'jobs',
  'http',
  'db',
  'config',
]

const serverLayers = [
  /^server\/src\/(main|start)\./,
  /^server\/src\/app\./,
  ...wings.slice(0, wings.indexOf('db')).map((wing) => new RegExp(`^server/src/${wing}/`)),
  /^server\/src\/deps\./,
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

/** @param {string} from @param {string} to */
export function upwards(from, to) {
  return [serverLayers, webLayers].some((layers) => {
    const rank = (/** @type {string} */ path) => layers.findIndex((layer) => layer.test(path))
    return rank(to) >= 0 && rank(to) < rank(from)
  })
}

/** @param {string} path */
export function workspaceOf(path) {
  return path.split('/')[0]
}

/** @param {string} path */
export function domainOf(path) {
  return /^server\/src\/([^/]+\/[^/]+)\//.exec(path)?.[1]
}

/** @param {string} path */
export function featureOf(path) {
  return /^web\/src\/features\/([^/]+)\//.exec(path)?.[1]
}

/** @param {string} path */
export function featureRank(path) {
  return featureOrder.indexOf(featureOf(path) ?? '')
}
