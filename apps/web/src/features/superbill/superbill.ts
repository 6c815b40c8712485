export { OwnSuperbills } from './OwnSuperbills.tsx'
export { ClientSuperbills } from './ClientSuperbills.tsx'
export { LazySuperbillDialog } from './lazy-superbill-dialog.ts'
export { useMakesSuperbills } from './use-superbills.ts'
