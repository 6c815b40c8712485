import type { ClientId } from '@attune/contract/common/ids'
import type { MissingScript } from '@attune/contract/features/billing/invoice/invoice.letters.rules'
import { NativeSelect, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { startDownload } from '../../../../ui/page/start-download.ts'

type Props = { clientId: ClientId; onClose: () => void }

/** Downloads a client's yearly statement. The latest year is preselected. */
export function StatementDialog({ clientId, onClose }: Props) {
  const { t } = useTranslation(['statement', 'common'])
  const [chosen, setChosen] = useState<number | null>(null)
  const read = useQuery(orpc.payment.statementYears.queryOptions({ input: { clientId } }))
  const years = read.data?.years ?? []
  const year = chosen ?? years[0]
  const script = read.data?.letters.find((one) => one.year === year)?.script
  return (
    <FormDialog
      title={t('title')}
      submit={t('download')}
      back={t('common:cancel')}
      busy={read.isFetching && !read.data}
      onClose={onClose}
      onSubmit={() => {
        if (year === undefined || script) return
        startDownload(`/api/statement/${clientId}/${year}`)
        onClose()
      }}
    >
      <Text size="sm">{t('text')}</Text>
      <Query
        of={read}
        pending={<Skeleton height={60} />}
        failed={t('failed')}
        again={t('again')}
        empty={read.isSuccess && years.length === 0 && <Text size="sm">{t('none')}</Text>}
      >
        {() => (
          <NativeSelect
            label={t('year')}
            value={String(year)}
            data={years.map(String)}
            onChange={(event) => setChosen(Number(event.currentTarget.value))}
          />
        )}
      </Query>
      <div role="status">{script && <StatementLetters script={script} />}</div>
    </FormDialog>
  )
}

/** Explains that no statement can be made because PDFs cannot show its letters, and what to do instead. */
function StatementLetters({ script }: { script: MissingScript }) {
  const { t } = useTranslation(['statement', 'payer'])
  return <Callout kind="warning">{t('letters', { letters: t(`payer:letters.${script}`) })}</Callout>
}
