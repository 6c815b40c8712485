import Capacitor
import UIKit

class AppViewController: CAPBridgeViewController {
    override func capacitorDidLoad() {
        bridge?.registerPluginInstance(PrivacyPlugin())
    }
}
