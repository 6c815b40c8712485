import { isFilled } from '@attune/contract/common/text/text'
import type { MeasureContent, MeasureSource } from '@attune/contract/features/care/measure/measure.schemas'
import { Text } from '@mantine/core'

/** Returns the publisher of a measure, its copyright, its licence and its version, as far as they are known. */
export const measureOriginText = ({ publisher, copyright, licence, version }: MeasureSource) =>
  [publisher, copyright, licence, version].filter(isFilled).join(' · ')

/** Shows who publishes a measure, its copyright, its licence and its version, where they are known. */
export function MeasureOrigin({
  content: { source, language },
}: {
  content: Pick<MeasureContent, 'source' | 'language'>
}) {
  const origin = measureOriginText(source)
  if (!origin) return null
  return (
    <Text size="xs" c="dimmed" mt="md" lang={language}>
      {origin}
    </Text>
  )
}
