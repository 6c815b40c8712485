import { Text } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { FileDrop } from '../../../../ui/file/FileDrop.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { bankFileProblem } from './use-bank-file.ts'

/** Lets the therapist choose a bank file, and shows why the last one could not be read. */
export function ChooseBankFile({ error, onFile }: { error: unknown; onFile: (file: File) => void }) {
  const { t } = useTranslation('bankFile')
  const id = useId()
  const general = useErrorMessage()
  const problem = error ? bankFileProblem(error) : null
  return (
    <Section title={<label htmlFor={id}>{t('choose.label')}</label>}>
      <FileDrop
        id={id}
        accept=".xml,.zip,.csv,.txt,.tsv,text/xml,application/xml,application/zip,text/csv,text/plain"
        button={t('choose.button')}
        drop={t('choose.drop')}
        onFile={onFile}
      />
      <Text size="sm" c="dimmed" mt="sm">
        {t('choose.hint')}
      </Text>
      <FormError>{problem ? t(`problem.${problem}`) : general(error)}</FormError>
    </Section>
  )
}
