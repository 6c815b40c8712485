/** Lighthouse, from the packages of this folder. `installExternalPackages` must have installed them. */
export { default as lighthouse } from 'lighthouse'
