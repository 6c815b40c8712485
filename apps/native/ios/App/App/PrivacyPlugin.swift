import Capacitor
import LocalAuthentication
import UIKit

/// Covers the screen in the app switcher while `protect` is true. iOS offers no way to refuse screenshots.
@objc(PrivacyPlugin)
class PrivacyPlugin: CAPPlugin, CAPBridgedPlugin {
    let identifier = "PrivacyPlugin"
    let jsName = "AttunePrivacy"
    let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "set", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "enrollment", returnType: CAPPluginReturnPromise)
    ]

    /// Until the web app has said whose account is open, the screen is covered.
    static var isProtected = true

    @objc func set(_ call: CAPPluginCall) {
        let on = call.getBool("protect") ?? true
        DispatchQueue.main.async {
            PrivacyPlugin.isProtected = on
            call.resolve()
        }
    }

    /// Returns a value that changes when fingerprints or faces are added or removed.
    @objc func enrollment(_ call: CAPPluginCall) {
        let context = LAContext()
        var error: NSError?
        guard context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: &error),
              let state = context.evaluatedPolicyDomainState
        else {
            call.resolve([:])
            return
        }
        call.resolve(["state": state.base64EncodedString()])
    }
}
