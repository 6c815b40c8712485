import { expect, test } from 'vitest'
import { unusedKeys, usesIn } from './unused-texts.mjs'

const unusedAmong = (keys: string[], ...files: string[]) => {
  const all = keys.map((key) => ({ file: 'session', key }))
  const found = unusedKeys(
    all,
    files.map((code) => usesIn(code)),
  )
  return found.map((finding: string) => finding.split(' ')[1])
}

test('a key is used by its text, with and without its namespace, and by a template that it matches', () => {
  const code = `
    const { t } = useTranslation(['session', 'common'])
    t('title'); t(cold ? 'state.cold' : 'state.warm'); t(\`status.\${status}\`); t(\`\${name}Hint\`)`
  const keys = ['title', 'state.cold', 'state.warm', 'status.pending', 'timeHint', 'state.hot', 'time']
  expect(unusedAmong(keys, code)).toEqual(['state.hot', 'time'])
  expect(unusedAmong(['title'], `useTranslation('task'); t('session:title')`)).toEqual([])
  expect(unusedAmong(['state.on'], "useTranslation('task'); t(`session:state.${state}`)")).toEqual([])
})

test('a key of the same name in another namespace does not count', () => {
  expect(unusedAmong(['title'], `useTranslation('task'); t('title')`)).toEqual(['title'])
  expect(unusedAmong(['title'], `useTranslation(['task', 'session']); t('title')`)).toEqual(['title'])
  expect(unusedAmong(['done.moved'], "useTranslation('task'); t(`done.${step}`)")).toEqual(['done.moved'])
})

test('a file that names no namespace may use the texts of every namespace', () => {
  expect(unusedAmong(['refused.late', 'refused.early'], `export const texts = { LATE: 'refused.late' }`)).toEqual([
    'refused.early',
  ])
  expect(unusedAmong(['refused.late'], 'const address = `r${number}`')).toEqual(['refused.late'])
})

test('a template of inserted parts alone begins with one of the strings of its file', () => {
  const code = `useTranslation('session'); t(\`\${own ? 'mine' : 'theirs'}.\${status}\`)`
  expect(unusedAmong(['mine.new', 'theirs.new', 'other.new'], code)).toEqual(['other.new'])
})
