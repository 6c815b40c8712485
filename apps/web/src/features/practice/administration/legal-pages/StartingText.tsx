import { isBlankRichText, plainTextOf } from '@attune/contract/common/rich-text/rich-text'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import type { Language } from '@attune/contract/common/text/text.schemas'
import type { LegalTextName } from '@attune/contract/features/practice/administration/administration.rules'
import { blanksIn } from '@attune/contract/features/practice/legal-text/legal-text.rules'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'

type Props = {
  page: LegalTextName
  language: Language
  written: RichText
  onTake: (text: RichText) => void
}

/** Offers the product's template while the text is empty, except for the terms. Shows the number of blanks that are still to be filled in. */
export function StartingText({ page, language, written, onTake }: Props) {
  const { t } = useTranslation('adminSettings')
  const take = useMutation({
    mutationFn: () => api.legalText.startingText({ page, language }),
    onSuccess: ({ text }) => text && onTake(text),
  })
  const blanks = blanksIn(plainTextOf(written)).length
  if (blanks > 0)
    return (
      <Callout kind="warning" title={t('legal.checkIt')}>
        {t('legal.blanks', { count: blanks })}
      </Callout>
    )
  if (page === 'terms' || !isBlankRichText(written)) return null
  return (
    <Callout
      action={
        <Button variant="default" size="compact-sm" loading={take.isPending} onClick={() => take.mutate()}>
          {t('legal.take')}
        </Button>
      }
    >
      {t(take.isError ? 'legal.takeFailed' : 'legal.takeHint')}
    </Callout>
  )
}
