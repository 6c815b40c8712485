/** Public module of the feature `measure`: the fields with which the items of a measure are answered. */
export { MeasureItemInput } from './answer/MeasureItemInput.tsx'
