/** What a field for a file holds: nothing, the file that is stored, or one that was chosen to take its place. */
export type FileChoice =
  | { readonly kind: 'none' }
  | { readonly kind: 'stored'; readonly url: string }
  | { readonly kind: 'chosen'; readonly file: File }

export const noFile: FileChoice = { kind: 'none' }

export function storedFile(url: string | null | undefined): FileChoice {
  return url ? { kind: 'stored', url } : noFile
}
