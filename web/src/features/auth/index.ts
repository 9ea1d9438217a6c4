export { type Session, useSession } from './session.ts'
