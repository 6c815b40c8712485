export { readClientHome } from './client-home.read.ts'
