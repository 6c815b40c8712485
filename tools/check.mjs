// npm run check: prints one line per check with its findings, and the totals at the end.
import { setUp } from './setup.mjs'
import { architecture } from './checks/architecture.mjs'
import { catalog } from './checks/catalog.mjs'
import { chosenChecks } from './checks/chosen.mjs'
import { comments } from './checks/comments.mjs'
import { composedSql } from './checks/composed-sql.mjs'
import { boundaries, format, longFunctions, types, unusedCode } from './checks/programs.mjs'
import { decisionsIndex } from './checks/decisions.mjs'
import { featureCycles, featureNames } from './checks/features.mjs'
import { codeRules, fileLengths, folderSizes } from './checks/files.mjs'
import { generatedFiles } from './checks/generated.mjs'
import { journeyTexts } from './checks/journey-texts.mjs'
import { inputLengths } from './checks/input-lengths.mjs'
import { keptTexts } from './checks/kept-texts.mjs'
import { runConcurrently } from './checks/lanes.mjs'
import { languages } from './checks/languages.mjs'
import { lazyNames } from './checks/lazy-names.mjs'
import { lintChangedFolders } from './checks/lint.mjs'
import { lists } from './checks/lists.mjs'
import { localHelpers } from './checks/local-helpers.mjs'
import { exportedNames } from './checks/names.mjs'
import { installScripts, lockFile } from './checks/packages.mjs'
import { pageLinks } from './checks/page-links.mjs'
import { platformNames } from './checks/platform.mjs'
import { sizeBudgets } from './checks/sizes.mjs'
import { tableWalls } from './checks/table-walls.mjs'
import { tableRules } from './checks/tables.mjs'
import { textKeys } from './checks/text-keys.mjs'
import { transactionVerbs } from './checks/transaction-verbs.mjs'
import { unusedTexts } from './checks/unused-texts.mjs'
import { wording } from './checks/wording.mjs'

const checks = [
  ['types', types],
  ['generated files', generatedFiles],
  ['tables', tableRules],
  ['table walls', tableWalls],
  ['catalog', catalog],
  ['lint', lintChangedFolders],
  ['format', format],
  ['file lengths', fileLengths],
  ['folder sizes', folderSizes],
  ['long functions', longFunctions],
  ['code rules', codeRules],
  ['comments', comments],
  ['composed SQL', composedSql],
  ['boundaries', boundaries],
  ['feature circles', featureCycles],
  ['feature names', featureNames],
  ['feature lists', lists],
  ['architecture', architecture],
  ['platform names', platformNames],
  ['exported names', exportedNames],
  ['lazy names', lazyNames],
  ['page links', pageLinks],
  ['input lengths', inputLengths],
  ['kept texts', keptTexts],
  ['transaction verbs', transactionVerbs],
  ['local helpers', localHelpers],
  ['unused code', unusedCode],
  ['decisions', decisionsIndex],
  ['languages', languages],
  ['unused texts', unusedTexts],
  ['text keys', textKeys],
  ['wording', wording],
  ['journey texts', journeyTexts],
  ['size budgets', sizeBudgets],
  ['install scripts', installScripts],
  ['lock file', lockFile],
]

/**
 * The number of checks that run at the same time. The type check alone takes about as long as all other checks
 * together.
 */
const lanes = 2

const chosen = chosenOrNone()
if (chosen.length > 0) {
  await setUp()
  // Not process.exit, which can hang forever: see apps/server/src/platform/process/end-process.ts.
  process.exitCode = (await run()) > 0 ? 1 : 0
}

/** Returns the checks that the arguments select. If an argument matches no check, prints the names of all checks and returns none. */
function chosenOrNone() {
  try {
    return chosenChecks(checks, process.argv.slice(2))
  } catch (error) {
    console.error(error.message)
    // No process.exit here: while the WebAssembly of an imported check is being compiled, it can wait forever.
    process.exitCode = 1
    return []
  }
}

/** Runs the chosen checks, prints their findings and the totals, and returns the number of checks that failed. */
async function run() {
  let failed = 0
  await runConcurrently(
    chosen.map(([, check]) => check),
    lanes,
    (at, { ok, remark = '', findings = [], seconds }) => {
      console.log(`${ok ? '✓' : '✗'} ${chosen[at][0]}${remark ? `: ${remark}` : ''} (${seconds.toFixed(1)} s)`)
      for (const finding of findings) console.log(finding.replace(/^/gm, '    '))
      if (!ok) failed++
    },
  )
  console.log(`${chosen.length - failed} passed, ${failed} failed`)
  return failed
}
