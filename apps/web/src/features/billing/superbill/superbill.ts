export { ClientSuperbills } from './ClientSuperbills.tsx'
export { LazyOwnSuperbills } from './lazy-superbills.ts'
export { MakeSuperbill } from './MakeSuperbill.tsx'
