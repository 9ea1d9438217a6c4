/** The value of a file field; a chosen file replaces the stored one. */
export type FileChoice =
  | { readonly kind: 'none' }
  | { readonly kind: 'stored'; readonly url: string }
  | { readonly kind: 'chosen'; readonly file: File }

export const noFile: FileChoice = { kind: 'none' }

export function storedFile(url: string | null | undefined): FileChoice {
  return url ? { kind: 'stored', url } : noFile
}
