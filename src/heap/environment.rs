//! What a program gets from the machine that it runs on, and not from its caller. Of these values a replay can decide
//! only what is read from the standard input.

use super::memory::{Heap, InputOrigin};
use super::value::{ObjectId, Value};
use crate::program::ClassId;
use crate::term::{Domain, InputId, TermId, TermPool};
use std::sync::Arc;

/// Where a value of the machine comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EnvironmentSource {
    /// Whether a system property is set.
    PropertyIsSet(Arc<str>),
    /// The value of a system property that is set.
    Property(Arc<str>),
    /// Whether an environment variable is set.
    VariableIsSet(Arc<str>),
    /// The value of an environment variable that is set.
    Variable(Arc<str>),
    /// The identity hash code of an object.
    IdentityHash(ObjectId),
    /// Whether the caller owns the monitor of an object.
    OwnsMonitor(ObjectId),
    /// A clock, by the method that reads it.
    Clock(&'static str),
    /// A number that a JVM draws when it starts, by the field that holds it.
    Salt(&'static str),
    /// What tells the running thread from others, by the method of `Thread` that gives it.
    Thread(&'static str),
    /// A random number, by the method that gives it.
    Random(&'static str),
    /// Whether the initialisation of a class has failed before.
    FailedBefore(Arc<str>),
    /// What a method of the JDK makes of values that inputs decide, by the call that makes it: the values decide it, in a way that is
    /// not followed.
    Unfollowed(Arc<str>, Arc<[TermId]>),
    /// Whether the default locale, or one of its kinds, is this one: which of them, its language, script, country and variant.
    DefaultLocaleIs(MachineObject, Arc<str>),
    /// What a class object that is an input says of itself, or of another object, by the method that is asked.
    OfClass(ObjectId, &'static str, Option<ObjectId>),
    /// Whether there is a resource of this name, by whom is asked.
    Resource(Option<ObjectId>, TermId),
    /// Whether the running thread has a value for a thread-local variable that was there before.
    HasThreadLocal(ObjectId),
    /// What is mostly the same and may change at any time, such as files, by the method that is asked.
    Surroundings(&'static str),
    /// What is known of an item of the standard input, counted from 0: that a replay decides.
    Console(u32, ConsoleRole),
}

/// What an input says of an item of the standard input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConsoleRole {
    /// Whether there is a token.
    HasToken,
    /// Whether there is a line.
    HasLine,
    /// Whether the token reads as what is asked for.
    Matches,
    /// Its value or text.
    Value,
}

impl EnvironmentSource {
    /// Whether it gives one value as long as the program runs; the others give another one each time.
    fn is_constant(&self) -> bool {
        self.is_repeatable() && !matches!(self, EnvironmentSource::Surroundings(_))
    }

    /// Whether the machine decides it, and not the input.
    pub fn is_of_machine(&self) -> bool {
        !matches!(self, EnvironmentSource::Console(..))
    }

    /// Whether a replay on the same machine can be expected to see the same value again and again, so that what it says is no
    /// matter of chance.
    pub fn is_repeatable(&self) -> bool {
        !matches!(self, EnvironmentSource::Clock(_) | EnvironmentSource::Random(_))
    }
}

impl std::fmt::Display for EnvironmentSource {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            EnvironmentSource::PropertyIsSet(name) | EnvironmentSource::Property(name) => {
                write!(formatter, "System.getProperty(\"{name}\")")
            }
            EnvironmentSource::VariableIsSet(name) | EnvironmentSource::Variable(name) => {
                write!(formatter, "System.getenv(\"{name}\")")
            }
            EnvironmentSource::Thread(method) => write!(formatter, "Thread.currentThread().{method}()"),
            EnvironmentSource::IdentityHash(_) => write!(formatter, "System.identityHashCode"),
            EnvironmentSource::OwnsMonitor(_) => write!(formatter, "Thread.holdsLock"),
            EnvironmentSource::Unfollowed(call, _) => write!(formatter, "{call}"),
            EnvironmentSource::DefaultLocaleIs(_, locale) => write!(formatter, "Locale.getDefault() is {locale}"),
            EnvironmentSource::OfClass(_, asked, _) => write!(formatter, "Class.{asked}"),
            EnvironmentSource::Resource(..) => write!(formatter, "getResourceAsStream"),
            EnvironmentSource::HasThreadLocal(_) => write!(formatter, "ThreadLocal.get"),
            EnvironmentSource::FailedBefore(class) => write!(formatter, "the initialisation of {class}"),
            EnvironmentSource::Console(item, role) => {
                let name = match role {
                    ConsoleRole::HasToken => "hasToken",
                    ConsoleRole::HasLine => "hasLine",
                    ConsoleRole::Matches => "matches",
                    ConsoleRole::Value => "read",
                };
                write!(formatter, "{name}{item}")
            }
            EnvironmentSource::Clock(name)
            | EnvironmentSource::Random(name)
            | EnvironmentSource::Salt(name)
            | EnvironmentSource::Surroundings(name) => write!(formatter, "{name}"),
        }
    }
}

/// What there is one of in a JVM, and of which nothing but its class and its identity is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MachineObject {
    /// The thread that runs.
    RunningThread,
    /// The default locale.
    DefaultLocale,
    /// The default locale of a category, by its number.
    LocaleOfCategory(i32),
    /// The default time zone, which the JDK keeps, as number 0; and the copies of it that it has given.
    DefaultZone(u32),
    /// What a calendar keeps of a date that the clock says; each has a number of its own.
    DateOfClock(u32),
    /// The default charset.
    DefaultCharset,
    /// The charset of a name that inputs decide.
    Charset(TermId),
    /// The system properties.
    Properties,
    /// What loads the classes of the class path.
    ClassLoader,
    /// What loads the JDK's classes beyond those that the JVM loads itself.
    PlatformLoader,
    /// The module of the classes of the class path, which has no name.
    OwnModule,
    /// The module `java.base`.
    BaseModule,
    /// Another module of the JDK by its name, whose classes the platform's loader loads.
    PlatformModule(&'static str),
    /// Another module of the JDK by its name, whose classes the JVM loads itself.
    BootModule(&'static str),
}

impl MachineObject {
    /// Whether it is no other one of these, nor an object that code has made.
    pub fn is_told_apart(self) -> bool {
        match self {
            MachineObject::ClassLoader
            | MachineObject::Properties
            | MachineObject::DateOfClock(_)
            | MachineObject::PlatformLoader
            | MachineObject::OwnModule
            | MachineObject::BaseModule
            | MachineObject::PlatformModule(_)
            | MachineObject::BootModule(_) => true,
            MachineObject::RunningThread
            | MachineObject::DefaultLocale
            | MachineObject::LocaleOfCategory(_)
            | MachineObject::DefaultCharset
            | MachineObject::Charset(_)
            | MachineObject::DefaultZone(_) => false,
        }
    }

    /// Whether it is a charset, which may be the same as another one of these, and of any class of charsets.
    pub fn is_charset(self) -> bool {
        matches!(self, MachineObject::DefaultCharset | MachineObject::Charset(_))
    }
}

impl std::fmt::Display for MachineObject {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            MachineObject::RunningThread => "the running thread",
            MachineObject::DefaultLocale | MachineObject::LocaleOfCategory(_) => "the default locale",
            MachineObject::DefaultZone(_) => "the default time zone",
            MachineObject::DateOfClock(_) => "a time that the clock says",
            MachineObject::DefaultCharset => "the default charset",
            MachineObject::Charset(_) => "a charset that inputs name",
            MachineObject::Properties => "the system properties",
            MachineObject::ClassLoader => "the class loader of the class path",
            MachineObject::PlatformLoader => "the platform class loader",
            MachineObject::OwnModule => "the module of the class path",
            MachineObject::BaseModule => "the module java.base",
            MachineObject::PlatformModule(name) | MachineObject::BootModule(name) => {
                return write!(formatter, "the module {name}");
            }
        })
    }
}

impl Heap {
    /// An object of the machine, if it was asked for.
    pub fn machine_object(&self, which: MachineObject) -> Option<ObjectId> {
        self.of_machine.iter().find(|(known, _)| *known == which).map(|(_, object)| *object)
    }

    /// Which object of the machine an object is.
    pub fn is_of_machine(&self, object: ObjectId) -> Option<MachineObject> {
        self.of_machine.iter().find(|(_, known)| *known == object).map(|(which, _)| *which)
    }

    /// An object of the machine, of this class: a new one, where it was not asked for.
    pub fn of_machine(&mut self, which: MachineObject, class: ClassId) -> ObjectId {
        self.machine_object(which).unwrap_or_else(|| {
            let object = self.allocate(class);
            self.of_machine.push_back((which, object));
            object
        })
    }

    /// Whether what runs may depend on the machine: a summary has no place for its values, nor has class initialisation.
    pub fn knows_the_machine(&self) -> bool {
        self.takes_choices && self.statics_are_inputs
    }

    /// The value that a source gives now: the one that it gave before, where it does not change, else a new input.
    pub fn environment_value(&mut self, pool: &mut TermPool, source: EnvironmentSource, domain: Domain) -> TermId {
        let known = source.is_constant().then(|| self.environment.iter().find(|(known, _)| *known == source)).flatten();
        if let Some((_, input)) = known {
            return pool.input(*input, domain);
        }
        let number = u32::try_from(self.environment.len()).unwrap_or(u32::MAX);
        let id = InputId(self.input_count() as u32);
        self.environment.push_back((source, id));
        self.new_input(pool, InputOrigin::Environment(number), domain)
    }

    /// Sets a system property, or clears it.
    pub fn set_property(&mut self, name: Arc<str>, text: Option<TermId>) {
        self.properties.push_back((name, text));
    }

    /// What code has set a system property to, or that it has cleared it; none where the path did neither.
    pub fn property_set(&self, name: &str) -> Option<Option<TermId>> {
        self.properties.iter().rev().find(|(known, _)| &**known == name).map(|(_, text)| *text)
    }

    /// What is known that an object which was there before gives where it is asked, by what it is asked.
    pub fn answer_of(&self, object: ObjectId, asked: &'static str) -> Option<Value> {
        let known = |(of, by, _): &&(ObjectId, &'static str, Value)| (*of, *by) == (object, asked);
        self.answers.iter().rev().find(known).map(|(_, _, value)| *value)
    }

    /// Keeps what an object gives from now on.
    pub fn keep_answer(&mut self, object: ObjectId, asked: &'static str, value: Value) {
        self.answers.push_back((object, asked, value));
    }

    /// Whether a source was asked for its value.
    pub fn has_environment(&self, source: &EnvironmentSource) -> bool {
        self.environment.iter().any(|(known, _)| known == source)
    }

    /// Where an input comes from, if it is a value of the machine.
    pub fn environment_source(&self, input: InputId) -> Option<&EnvironmentSource> {
        match self.input(input)?.origin {
            InputOrigin::Environment(number) => self.environment.get(number as usize).map(|(source, _)| source),
            _ => None,
        }
    }

    /// Whether the program has asked for anything that its caller does not decide, or changed anything of the machine.
    pub fn asks_the_machine(&self) -> bool {
        !self.environment.is_empty() || self.asks_without_values()
    }

    /// The same, but for what calls make of their arguments, which decide it.
    pub fn asks_beyond_arguments(&self) -> bool {
        let is_beyond = |source: &EnvironmentSource| !matches!(source, EnvironmentSource::Unfollowed(..));
        self.environment.iter().any(|(source, _)| is_beyond(source)) || self.asks_without_values()
    }

    fn asks_without_values(&self) -> bool {
        self.console.reader.is_some() || !self.answers.is_empty() || !self.properties.is_empty()
    }
}
