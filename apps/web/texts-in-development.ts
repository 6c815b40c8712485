import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const textFile = /[\\/]src[\\/]locales[\\/]([\w-]+)[\\/](\w+)\.json$/

/** In development, sends a changed language file to the open pages, which show its texts without a reload. */
export const textsInDevelopment: Plugin = {
  name: 'texts-in-development',
  apply: 'serve',
  hotUpdate({ file }) {
    const [, namespace, language] = textFile.exec(file) ?? []
    if (this.environment.name !== 'client' || !namespace) return undefined
    const texts: unknown = JSON.parse(readFileSync(file, 'utf8'))
    this.environment.hot.send('attune:texts', { namespace, language, texts })
    return []
  },
}
