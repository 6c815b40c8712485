import type { ClientId } from '@attune/contract/common/ids'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { momentInSentence } from '../../../../ui/page/date-text.ts'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { CopyCard, useFormCopies } from '../../record-copy/record-copy.ts'
import { FormPaper } from '../FormPaper.tsx'

/** Shows the copies of forms that the host restored from a backup, with the answers of the signed ones. */
export function FormCopies({ clientId }: { clientId: ClientId }) {
  const { t } = useTranslation('recordCopy')
  const locale = useLocale()
  return useFormCopies(clientId).map((copy) => {
    const { content, version, sentAt, signedAt, answers, signerName } = copy.copied
    return (
      <CopyCard key={copy.id} copy={copy}>
        <strong>{content.title}</strong>
        <MetaList>
          {t('version', { number: version })}
          {t('sent', { when: momentInSentence(sentAt, locale) })}
          {signedAt && t(signerName ? 'signed' : 'submitted', { when: momentInSentence(signedAt, locale) })}
          {signerName && t('signedBy', { name: signerName })}
        </MetaList>
        <FormPaper content={content} answers={answers} />
      </CopyCard>
    )
  })
}
