import { isFilled } from '@attune/contract/common/text/text'
import { maxMeasureFileLength } from '@attune/contract/features/care/measure/measure.limits'
import type { MeasureImport, MeasureSource } from '@attune/contract/features/care/measure/measure.schemas'
import { Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { FileDrop } from '../../../../ui/file/FileDrop.tsx'
import { DefinitionList } from '../../../../ui/page/Section.tsx'
import { useMeasureRefusalText } from '../use-measure-list.ts'
import classes from '../write/MeasureEditor.module.css'
import { RightSelect } from '../write/MeasureSourceFields.tsx'
import { useCreateMeasure } from './use-create-measure.ts'

/** Returns the text of a file in UTF-8; null if it has another charset. */
async function textOfFile(file: File): Promise<string | null> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
  } catch {
    return null
  }
}

/** Reads a file with a FHIR Questionnaire. Returns the questionnaire, or the reason why it cannot be imported. */
function useReadMeasureFile() {
  const { t } = useTranslation(['measure', 'measureImport'])
  return useMutation({
    mutationFn: async (file: File): Promise<MeasureImport | { refused: string; parts: string[] }> => {
      const refused = (refusal: string) => ({ refused: refusal, parts: [] })
      // A character has up to four bytes.
      if (file.size > 4 * maxMeasureFileLength) return refused(t('measureImport:refused.too-large'))
      const text = await textOfFile(file)
      if (text === null) return refused(t('measureImport:refused.charset'))
      if (text.length > maxMeasureFileLength) return refused(t('measureImport:refused.too-large'))
      const read = await api.measure.readFile({ text })
      return read.kind === 'import' ? read : { refused: t(`measureImport:refused.${read.refusal}`), parts: read.parts }
    },
  })
}

/** Imports a FHIR Questionnaire: shows what was left out and asks for the right to use it, before it creates a draft. */
export function ImportMeasureDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['measure', 'measureImport'])
  const read = useReadMeasureFile()
  const create = useCreateMeasure()
  const refusal = useMeasureRefusalText()
  const [right, setRight] = useState<MeasureSource['right']>(null)
  const [isChecked, setIsChecked] = useState(false)
  const found = read.data && 'content' in read.data ? read.data : null
  const refused = read.data && 'refused' in read.data ? read.data : null
  const needsRight = found !== null && found.content.source.right === null && !isFilled(found.content.source.licence)
  const submit = () => {
    setIsChecked(true)
    if (!found || (needsRight && !right)) return
    const { content } = found
    create.mutate({ ...content, source: { ...content.source, right: right ?? content.source.right } })
  }
  const failure = read.error ?? create.error
  return (
    <FormDialog
      title={t('measureImport:title')}
      submit={t('measureImport:submit')}
      back={t('back')}
      busy={read.isPending || create.isPending}
      disabled={!found}
      dirty={found !== null}
      problem={failure && refusal(failure)}
      wide
      onClose={onClose}
      onSubmit={submit}
    >
      <MeasureFileField onFile={(file) => read.mutate(file)} />
      {refused && (
        <Callout kind="danger" urgent title={refused.refused}>
          {refused.parts.length > 0 && t('measureImport:parts', { parts: refused.parts.join(', ') })}
        </Callout>
      )}
      {found && <ImportedMeasure found={found} />}
      {needsRight && (
        <RightSelect value={right} error={isChecked && !right && t('measureImport:rightMissing')} onChange={setRight} />
      )}
    </FormDialog>
  )
}

/** Chooses the file with the questionnaire. */
function MeasureFileField({ onFile }: { onFile: (file: File) => void }) {
  const { t } = useTranslation('measureImport')
  const id = useId()
  return (
    <Stack gap={4}>
      <label htmlFor={id}>{t('file')}</label>
      <FileDrop
        id={id}
        accept=".json,application/json,application/fhir+json"
        button={t('choose')}
        drop={t('drop')}
        onFile={onFile}
      />
    </Stack>
  )
}

/** Shows the imported questionnaire and its lost parts. */
function ImportedMeasure({ found: { content, losses } }: { found: MeasureImport }) {
  const { t } = useTranslation(['measure', 'measureImport'])
  const { title, items, scores, source } = content
  const pairs = [
    [t('facts.title'), title || t('untitled')],
    [t('items'), String(items.length)],
    [t('score.titles'), String(scores.length)],
    [t('source.publisher'), source.publisher],
    [t('source.copyright'), source.copyright],
    [t('source.licence'), source.licence],
    [t('source.version'), source.version],
  ] as const
  return (
    <>
      <DefinitionList of={pairs.filter(([, value]) => value)} />
      {losses.length === 0 ? (
        <Text>{t('measureImport:complete')}</Text>
      ) : (
        <Callout kind="warning" title={t('measureImport:lost', { count: losses.length })}>
          <ul className={classes.problems}>
            {losses.map(({ loss, part, detail }, at) => (
              <li key={at}>
                {part === null ? t('measureImport:wholeFile') : t('measureImport:ofItem', { item: part })}:{' '}
                {t(`measureImport:loss.${loss}`)}
                {detail && ` (${detail})`}
              </li>
            ))}
          </ul>
        </Callout>
      )}
      {scores.length === 0 && <Text>{t('measureImport:noScores')}</Text>}
    </>
  )
}
