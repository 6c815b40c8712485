import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installLocked } from '../../tools/setup/install.mjs'

export const externalFolder = import.meta.dirname
type Manifest = { version: string; dependencies: Record<string, string> }
const manifestAt = (...path: string[]) =>
  JSON.parse(readFileSync(join(externalFolder, ...path, 'package.json'), 'utf8')) as Manifest

/** Whether a package is installed in the version that the package.json of this folder requires. */
const isInstalled = ([name, version]: [string, string]) =>
  existsSync(join(externalFolder, 'node_modules', name)) && manifestAt('node_modules', name).version === version

/**
 * Installs Lighthouse into this folder, unless it is installed already. `npm start` does not install it, because only one part of the bench needs it
 * and it is larger than a tenth of everything else.
 */
export function installExternalPackages(): void {
  if (Object.entries(manifestAt().dependencies).every(isInstalled)) return
  installLocked('Installing the packages of bench/external', externalFolder, ['--ignore-scripts'])
}
