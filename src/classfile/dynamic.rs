//! The constants that instructions push and bootstrap methods are given, and the dynamic ones among them, whose
//! arguments may be dynamic again.

use super::constant_pool::{ConstantPool, Extent, Resolved};
use super::container::TAG_DYNAMIC;
use super::error::{ClassFileError, Decoded};
use super::instruction::{DynamicReference, LoadableConstant, MethodHandle};
use classfile_parser::attribute_info::BootstrapMethod;
use classfile_parser::constant_info::ConstantInfo;
use std::sync::Arc;

/// Compilers nest dynamic constants once or twice; the bound ends a circle of them, and keeps whatever walks the
/// arguments from running out of stack.
const DEEPEST_DYNAMIC: usize = 32;

impl ConstantPool {
    /// A constant that an instruction can push or a bootstrap method can be given.
    pub(super) fn loadable(&self, index: u16) -> Decoded<LoadableConstant> {
        self.loadable_within(index, 0).map(|(constant, _)| constant)
    }

    fn loadable_within(&self, index: u16, depth: usize) -> Decoded<(LoadableConstant, Extent)> {
        let constant = match self.get(index)? {
            ConstantInfo::Integer(constant) => LoadableConstant::Int(constant.value),
            ConstantInfo::Long(constant) => LoadableConstant::Long(constant.value),
            ConstantInfo::Float(constant) => LoadableConstant::Float(constant.value.to_bits()),
            ConstantInfo::Double(constant) => LoadableConstant::Double(constant.value.to_bits()),
            ConstantInfo::String(constant) => LoadableConstant::String(self.string(constant.string_index)?),
            ConstantInfo::Class(_) => LoadableConstant::Class(self.type_name(index)?),
            ConstantInfo::MethodHandle(_) => LoadableConstant::MethodHandle(self.method_handle(index)?),
            ConstantInfo::MethodType(constant) => {
                LoadableConstant::MethodType(self.method_descriptor(constant.descriptor_index)?)
            }
            ConstantInfo::InvokeDynamic(_) if self.rewritten_tag(index) == Some(TAG_DYNAMIC) => {
                let (dynamic, extent) = self.dynamic(index, depth)?;
                return Ok((LoadableConstant::Dynamic(dynamic), extent));
            }
            _ => return Err(self.wrong(index, "a constant that can be loaded")),
        };
        Ok((constant, Extent::default()))
    }

    /// A call site of `invokedynamic`.
    pub(super) fn call_site(&self, index: u16) -> Decoded<Arc<DynamicReference>> {
        match self.get(index)? {
            ConstantInfo::InvokeDynamic(_) if self.rewritten_tag(index).is_none() => {
                self.dynamic(index, 0).map(|(call_site, _)| call_site)
            }
            _ => Err(self.wrong(index, "a call site")),
        }
    }

    fn dynamic(&self, index: u16, depth: usize) -> Decoded<(Arc<DynamicReference>, Extent)> {
        let resolved = self.resolve(index, || {
            let ConstantInfo::InvokeDynamic(dynamic) = self.get(index)? else {
                return Err(self.wrong(index, "a dynamic constant"));
            };
            if depth >= DEEPEST_DYNAMIC {
                return Err(too_deep(index));
            }
            let (name, descriptor) = if self.rewritten_tag(index) == Some(TAG_DYNAMIC) {
                self.field_name_and_type(dynamic.name_and_type_index)?
            } else {
                self.method_name_and_type(dynamic.name_and_type_index)?
            };
            let number = dynamic.bootstrap_method_attr_index;
            let method = self.bootstrap_methods.get(usize::from(number)).ok_or_else(|| {
                ClassFileError::malformed(format!(
                    "constant {index} wants bootstrap method {number}, and there are {}",
                    self.bootstrap_methods.len()
                ))
            })?;
            let (bootstrap, arguments, mut extent) = self.bootstrap(method, depth + 1)?;
            extent.depth += 1;
            // Arguments that were resolved before were not counted on the way here.
            if extent.depth > DEEPEST_DYNAMIC {
                return Err(too_deep(index));
            }
            let bootstrap = (*bootstrap).clone();
            Ok(Resolved::Dynamic(Arc::new(DynamicReference { name, descriptor, bootstrap, arguments }), extent))
        })?;
        match resolved {
            Resolved::Dynamic(dynamic, extent) => Ok((dynamic, extent)),
            _ => Err(self.wrong(index, "a dynamic constant")),
        }
    }

    fn bootstrap(
        &self,
        method: &BootstrapMethod,
        depth: usize,
    ) -> Decoded<(Arc<MethodHandle>, Vec<LoadableConstant>, Extent)> {
        let handle = self.method_handle(method.bootstrap_method_ref)?;
        let mut arguments = Vec::new();
        let mut extent = Extent::default();
        for index in &method.bootstrap_arguments {
            let (argument, nested) = self.loadable_within(*index, depth)?;
            let count = nested.arguments.saturating_add(1);
            let left = self.arguments_left.get().checked_sub(count).ok_or_else(|| {
                ClassFileError::malformed("dynamic constants have more arguments than a class file of this size needs")
            })?;
            self.arguments_left.set(left);
            extent.arguments = extent.arguments.saturating_add(count);
            extent.depth = extent.depth.max(nested.depth);
            arguments.push(argument);
        }
        Ok((handle, arguments, extent))
    }

    /// The class's bootstrap methods with their static arguments.
    pub(super) fn resolved_bootstrap_methods(&self) -> Decoded<Vec<(MethodHandle, Vec<LoadableConstant>)>> {
        let methods = self.bootstrap_methods.iter().enumerate();
        methods
            .map(|(number, method)| match self.bootstrap(method, 0) {
                Ok((handle, arguments, _)) => Ok(((*handle).clone(), arguments)),
                Err(error) => Err(error.within(format!("bootstrap method {number}"))),
            })
            .collect()
    }
}

fn too_deep(index: u16) -> ClassFileError {
    ClassFileError::malformed(format!(
        "constant {index}: dynamic constants are arguments of each other, more than {DEEPEST_DYNAMIC} deep"
    ))
}
