//! Broken content of every kind, and the content that is shipped.

use super::*;

#[test]
fn shipped_content_has_no_findings() {
    let root = data_root(None).unwrap();
    match Catalogue::load(&root) {
        Ok(catalogue) => assert!(
            catalogue.warnings.is_empty(),
            "{}",
            catalogue.warnings.pretty(false)
        ),
        Err(findings) => panic!("{}", findings.pretty(false)),
    }
}
