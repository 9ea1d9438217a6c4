export { pathKeyOf, placeOf, shownPath } from '../../../media/library/path-key.ts'
