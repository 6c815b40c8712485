export { readOwnHome } from './client-home.read.ts'
