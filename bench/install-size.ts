import { installLimit, installSize } from '../tools/checks/install-size.mjs'
import { markdownTable, targetMark } from './cells.ts'
import { externalFolder, installExternalPackages } from './external/install.ts'

type Installed = { megabytes: number; largest: { path: string; megabytes: number }[] }

const shown = (megabytes: number) => `${megabytes.toFixed(0)} MB`

/** Installs the packages of the bench, and lists the space that all installed packages need: together, the ten largest, and those of the bench. */
export function installTable(): string {
  installExternalPackages()
  const { megabytes, largest }: Installed = installSize()
  const external: Installed = installSize(externalFolder)
  return markdownTable(
    ['on the disk', 'size', 'goal', ''],
    [
      [
        'all packages',
        shown(megabytes),
        `≤ ${shown(installLimit)}`,
        targetMark(megabytes, (one) => one <= installLimit),
      ],
      ...largest.slice(0, 10).map((one) => [one.path.replace('node_modules/', ''), shown(one.megabytes), '', '']),
      ['not in it: Lighthouse (`bench/external`)', shown(external.megabytes), '', ''],
    ],
  )
}
