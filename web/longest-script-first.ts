import type { Plugin } from 'vite'

const script =
  /\n *<(?:script type="module"[^>]* src|link rel="modulepreload"[^>]* href)="\/([^"]+)"[^>]*>(?:<\/script>)?/g

/**
 * Has the page name its scripts by their length. All are needed before anything shows, and a browser has no more than
 * six connections to a server that speaks HTTP/1.1: the file that takes the longest must not wait for one.
 */
export function longestScriptFirst(): Plugin {
  return {
    name: 'longest-script-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const lengthOf = ([, file = '']: RegExpExecArray): number => {
          const chunk = bundle[file]
          return chunk?.type === 'chunk' ? chunk.code.length : 0
        }
        const byLength = [...html.matchAll(script)].toSorted((one, other) => lengthOf(other) - lengthOf(one))
        return html.replace(script, () => byLength.shift()?.[0] ?? '')
      },
    },
  }
}
