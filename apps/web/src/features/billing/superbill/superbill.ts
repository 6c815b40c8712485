export { ClientSuperbills } from './ClientSuperbills.tsx'
export { LazyOwnSuperbillRow, LazyOwnSuperbills, LazySuperbillDialog } from './lazy-superbills.ts'
