import type { Plugin } from 'vite'

const script =
  /\n *<(?:script type="module"[^>]* src|link rel="modulepreload"[^>]* href)="\/([^"]+)"[^>]*>(?:<\/script>)?/g

/**
 * Orders the page's scripts by length. All are needed before anything shows, and over HTTP/1.1 a browser has at most six
 * connections to a server: the longest file must not wait for one.
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
