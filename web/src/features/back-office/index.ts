export { loadForEditing } from './answers.ts'
