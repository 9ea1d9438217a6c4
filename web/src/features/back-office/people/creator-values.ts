/** The values of a creator's form, and the parts of the multipart form that is sent. */
import type { CreatorDetail } from '@earmark/contract/creators.ts'
import { type FileChoice, noFile, storedFile } from '../../../ui/file-field/file-kinds.ts'

/** A creator's names: texts, empty for null. */
export interface CreatorNames {
  nickname: string
  name: string
  surname: string
}

/** In the order of the fields. */
export interface CreatorValues extends CreatorNames {
  sortName: string
  image: FileChoice
  biography: string
  links: { address: string }[]
}

export function creatorValues(creator: CreatorDetail | undefined): CreatorValues {
  return {
    nickname: creator?.nickname ?? '',
    name: creator?.name ?? '',
    surname: creator?.surname ?? '',
    sortName: creator?.sortName ?? '',
    image: storedFile(creator?.imageUrl),
    biography: creator?.biography ?? '',
    links: (creator?.links ?? []).map((address) => ({ address })),
  }
}

/** The request body of the names alone: trimmed, null for an empty text. */
export function creatorBody({ nickname, name, surname }: CreatorNames) {
  return { nickname: nickname.trim(), name: name.trim() || null, surname: surname.trim() || null }
}

/** An image that stays is not named: another editor's newer one is no conflict then. */
export function creatorParts(values: CreatorValues) {
  const { nickname, name, surname } = creatorBody(values)
  const { image, links } = values
  return {
    Nickname: nickname,
    ...(name && { Name: name }),
    ...(surname && { Surname: surname }),
    SortName: values.sortName.trim() || null,
    Biography: values.biography.trim() || null,
    Links: links.map(({ address }) => address.trim()).filter(Boolean),
    ...(image.kind === 'chosen' && { Image: image.file }),
    ...(image.kind === noFile.kind && { ImageUrl: '' }),
  }
}
