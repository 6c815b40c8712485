import type { FormSignature } from '@attune/contract/features/care/form/form.schemas'
import { useTranslation } from 'react-i18next'
import { DefinitionList, Section } from '../../../ui/page/Section.tsx'
import classes from './Form.module.css'
import { useFormTimes } from './use-forms.ts'

/** Shows who signed a form, how and when, in which version, and the SHA-256 of its content. */
export function SignatureFacts({ signature }: { signature: FormSignature }) {
  const { t } = useTranslation('form')
  const { dayAndTime } = useFormTimes()
  const { typedName, guardianName, guardianRelation, signedAt, version, sha256, method } = signature
  const guardian = guardianRelation ? `${guardianName} (${guardianRelation})` : guardianName
  return (
    <Section title={t(typedName ? 'signature.title' : 'signature.submitted')} hint={typedName && t('signature.simple')}>
      <DefinitionList
        of={[
          ...(typedName ? [[t('signature.name'), typedName] as const] : []),
          ...(guardianName ? [[t('signature.guardian'), guardian] as const] : []),
          [t('signature.how'), t(`signature.method.${method}`)],
          [t('signature.at'), dayAndTime(signedAt)],
          [t('signature.version'), String(version)],
          [
            t('signature.hash'),
            <span key="hash" className={classes.hash}>
              {sha256}
            </span>,
          ],
        ]}
      />
    </Section>
  )
}
