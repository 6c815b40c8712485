export { ClientSuperbills } from './ClientSuperbills.tsx'
export { LazyOwnSuperbills, LazySuperbillDialog } from './lazy-superbills.ts'
