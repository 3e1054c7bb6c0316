//! The end from outside: on Unix, logging off, `kill` and Ctrl-C close the window as its button does, so that the
//! battle in play is saved. Elsewhere Bevy's own plugin waits for Ctrl-C.

use bevy::app::PluginGroupBuilder;
use bevy::prelude::*;

/// Takes the place of Bevy's plugin for Ctrl-C, which does not wake a window that sleeps.
pub(super) fn without_bevys(plugins: PluginGroupBuilder) -> PluginGroupBuilder {
    #[cfg(unix)]
    let plugins = plugins.disable::<bevy::app::TerminalCtrlCHandlerPlugin>();
    plugins
}

pub(super) fn plugin(app: &mut App) {
    #[cfg(unix)]
    signals::plugin(app);
    #[cfg(not(unix))]
    let _ = app;
}

#[cfg(unix)]
mod signals {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use bevy::prelude::*;
    use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    use crate::game::FrameSet;

    /// Exit code of a program that does not wait for its end.
    const AT_ONCE: i32 = 130;

    /// Whether the system has asked the program to end.
    #[derive(Resource, Clone, Default)]
    pub(super) struct Asked(pub(super) Arc<AtomicBool>);

    pub(super) fn plugin(app: &mut App) {
        let asked = Asked::default();
        if let Some(proxy) = app.world().get_resource::<EventLoopProxyWrapper>() {
            let proxy = (**proxy).clone();
            wait(asked.clone(), move || {
                // A window that is gone needs no waking.
                let _ = proxy.send_event(WinitUserEvent::WakeUp);
            });
        }
        app.insert_resource(asked);
        app.add_systems(Update, close.in_set(FrameSet::Input));
    }

    /// Waits for signals beside the game. The first asks the window to close, the second ends the program at once.
    fn wait(asked: Asked, wake: impl Fn() + Send + 'static) {
        let mut signals = match Signals::new([SIGTERM, SIGHUP, SIGINT]) {
            Ok(signals) => signals,
            Err(why) => {
                warn!("signals end the program without saving: {why}");
                return;
            }
        };
        std::thread::spawn(move || {
            for _ in signals.forever() {
                if asked.0.swap(true, Ordering::SeqCst) {
                    std::process::exit(AT_ONCE);
                }
                wake();
            }
        });
    }

    /// Closes the window once it was asked for.
    pub(super) fn close(asked: Res<Asked>, mut exit: MessageWriter<AppExit>) {
        if asked.0.load(Ordering::SeqCst) {
            exit.write(AppExit::Success);
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;

    #[test]
    fn a_window_that_is_asked_to_end_closes() {
        let mut app = App::new();
        plugin(&mut app);
        app.update();
        assert_eq!(app.should_exit(), None);
        let asked = app.world().resource::<signals::Asked>().clone();
        asked.0.store(true, Ordering::SeqCst);
        app.update();
        assert_eq!(app.should_exit(), Some(AppExit::Success));
    }
}
