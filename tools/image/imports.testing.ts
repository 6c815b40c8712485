import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'

const statements = [
  /^\s*(?:import|export)\s+(?!type\s)[^'";]*?\bfrom\s+'([^']+)'/gm,
  /^\s*import\s+'([^']+)'/gm,
  /\bimport\(\s*'([^']+)'\s*\)/g,
  /\bresolve\(\s*'([^']+)'\s*\)/g,
]

/** Returns the packages that the code of a folder imports or resolves at run time, with the importing file. Imports of types alone are erased. */
export function importsOf(root: string, folder: string): { file: string; name: string }[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|mjs)$/.test(path) && !path.includes('node_modules/'))
    .flatMap((path) => {
      const code = readFileSync(join(root, folder, path), 'utf8')
      const specifiers = statements.flatMap((one) => Array.from(code.matchAll(one), ([, specifier = '']) => specifier))
      return specifiers
        .filter(isPackage)
        .map((specifier) => ({ file: `${folder}/${path}`, name: packageOf(specifier) }))
    })
}

const isPackage = (specifier: string) => /^(@[a-z0-9-]+\/)?[a-z]/.test(specifier) && !isBuiltin(specifier)

const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
