import { isFilled } from '@attune/contract/common/text/text'
import type { MeasureContent } from '@attune/contract/features/care/measure/measure.schemas'
import { Text } from '@mantine/core'

/** Shows who publishes a measure, its copyright, its licence and its version, where they are known. */
export function MeasureOrigin({
  content: { source, language },
}: {
  content: Pick<MeasureContent, 'source' | 'language'>
}) {
  const known = [source.publisher, source.copyright, source.licence, source.version].filter(isFilled)
  if (known.length === 0) return null
  return (
    <Text size="xs" c="dimmed" mt="md" lang={language}>
      {known.join(' · ')}
    </Text>
  )
}
