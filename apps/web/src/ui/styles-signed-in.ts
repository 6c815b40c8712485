/** Style sheets of the components on pages for signed-in people. */
import '@mantine/core/styles/Center.css'
import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/Radio.css'
import '@mantine/core/styles/SegmentedControl.css'
import '@mantine/core/styles/SimpleGrid.css'
import '@mantine/core/styles/Skeleton.css'
import '@mantine/core/styles/Switch.css'
import '@mantine/core/styles/Tabs.css'
