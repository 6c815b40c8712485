export { moveMemberships } from './group.members.ts'
